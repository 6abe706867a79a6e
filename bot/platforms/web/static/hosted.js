// What the apps of all platforms share: the session that the server begins for the person who opened one.

export class Hosted {
  /**
   * `name` is the platform's; `base` stands before the server's addresses where a proxy wants that. `patience`: the
   * milliseconds until the server must have answered.
   */
  constructor(name, base, patience) {
    this.name = name;
    this.base = base;
    this.patience = patience;
    this.bearer = ""; // kept in memory alone
    this.doubted = false; // whether a connection with it has failed
    this.refused = ""; // why this person has to open the app again
    this.back = null; // what leads back to the table, while something lies over it
  }

  /** Offers a way back to the table; null takes it away. */
  leave(back) {
    this.back = back;
  }

  /** Whether the server lets the person in: with the bearer of before, else with their introduction. */
  async admitted() {
    if (this.bearer && !this.doubted) return true;
    if (this.refused) return false;
    if (this.bearer) {
      const answer = await this.begin({ headers: { Authorization: `Bearer ${this.bearer}` } });
      if (answer.status !== 401) return answer.ok;
      this.bearer = "";
    }
    const answer = await this.begin({ body: JSON.stringify(await this.introduction()) });
    if (answer.status === 401 || answer.status === 403) this.refused = await answer.text();
    return answer.ok;
  }

  /** Asks for a session. */
  async begin(said) {
    const signal = AbortSignal.timeout(this.patience);
    const answer = await fetch(`${this.base}/${this.name}/session`, { method: "POST", signal, ...said });
    if (answer.ok) {
      this.bearer = (await answer.json()).bearer;
      this.doubted = false;
    }
    return answer;
  }
}
