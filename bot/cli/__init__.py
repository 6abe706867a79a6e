"""Run the commands of `palmares`: serve, export, import, verify, admin."""
