-- What the first release of this program (commit be0d9c7, database form 1) has stored: a game of Palma that is over, one
-- of Parchís under way, and a lobby. Made by playing in that commit's own tests/fakes/room.py, and dumped as SQL.
PRAGMA application_id = 1347177811;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE boards (
    id       INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    message  TEXT NOT NULL,
    version  INTEGER NOT NULL,
    live     INTEGER NOT NULL CHECK (live IN (0, 1)),
    wanted   INTEGER NOT NULL,
    UNIQUE (table_id, platform, chat, thread, message)
) STRICT;
INSERT INTO "boards" VALUES(75,'vvfk2w','fake','room','','75',148,1,148);
INSERT INTO "boards" VALUES(97,'r5nx2q','fake','room','','97',33,1,33);
INSERT INTO "boards" VALUES(98,'hm4dfr','fake','room','','98',0,1,0);
CREATE TABLE chats (
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    language TEXT,
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    PRIMARY KEY (platform, chat, thread)
) STRICT, WITHOUT ROWID;
INSERT INTO "chats" VALUES('fake','room','',NULL,'{"locale": "en"}');
CREATE TABLE messages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    nonce    TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    body     TEXT NOT NULL CHECK (json_valid(body)),
    at       REAL NOT NULL,
    picture  BLOB,
    UNIQUE (platform, chat, thread, nonce)
) STRICT;
INSERT INTO "messages" VALUES(1,'fake','room','','n1',0,'{"lines":[["Hola"]]}',5.0,X'70696374757265');
CREATE TABLE migrations (
    version  INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied  INTEGER NOT NULL
) STRICT
;
INSERT INTO "migrations" VALUES(1,'first_tables','2c496b70e432e08bccafa668699bd43de6178588e5eae5a63b5a0a193da04c6c',1795353762);
CREATE TABLE moves (
    table_id   TEXT NOT NULL REFERENCES tables (id),
    ply        INTEGER NOT NULL CHECK (ply >= 0),
    version    INTEGER NOT NULL CHECK (version > 0),
    move       TEXT NOT NULL,
    seat       INTEGER NOT NULL,
    automation TEXT,
    at         REAL NOT NULL,
    PRIMARY KEY (table_id, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "moves" VALUES('r5nx2q',0,4,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',1,5,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',2,6,'3',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',3,6,'2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',4,7,'3',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',5,7,'R1+3',2,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',6,7,'1',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',7,7,'G1+1',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',8,8,'3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',9,8,'Y1+3',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',10,9,'6',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',11,9,'B1+6',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',12,10,'6',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',13,10,'B1+6',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',14,11,'6',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',15,12,'2',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',16,12,'R1+2',2,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',17,12,'3',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',18,12,'G1+3',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',19,13,'6',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',20,13,'Y1+6',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',21,14,'6',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',22,14,'Y1+6',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',23,15,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',24,15,'Y1+1',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',25,16,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',26,17,'2',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',27,17,'R1+2',2,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',28,17,'2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',29,17,'G1+2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',30,18,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',31,18,'Y1+1',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',32,19,'6',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',33,20,'5',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',34,20,'B1+in',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',35,21,'2',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',36,21,'R1+2',2,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',37,21,'3',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',38,21,'G1+3',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',39,22,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',40,22,'Y1+1',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',41,23,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',42,23,'B1+3',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',43,24,'5',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',44,24,'R2+in',2,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',45,24,'6',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',46,24,'G1+6',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',47,24,'2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',48,24,'G1+2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',49,25,'3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',50,25,'Y1+3',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',51,26,'5',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',52,26,'B2+in',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',53,27,'3',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',54,28,'R1+3',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',55,28,'2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',56,28,'G1+2',3,'computer',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',57,29,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',58,29,'Y1+2',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',59,30,'4',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',60,31,'B1+4',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',61,32,'6',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('r5nx2q',62,33,'R1+6',2,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',0,3,'D',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',1,4,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',2,5,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',3,6,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',4,7,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',5,8,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',6,9,'5',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',7,9,'J1+in',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',8,10,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',9,10,'J1+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',10,11,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',11,11,'D1+in',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',12,12,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',13,12,'D1+1',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',14,13,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',15,13,'J1+2',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',16,14,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',17,14,'D1+2',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',18,15,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',19,15,'J1+3',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',20,16,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',21,16,'D1+1',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',22,17,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',23,17,'J1+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',24,18,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',25,18,'D1+1',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',26,19,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',27,19,'J1+2',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',28,20,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',29,21,'D2+in',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',30,22,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',31,23,'D1+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',32,24,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',33,24,'J1+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',34,25,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',35,26,'D2+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',36,27,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',37,27,'J1+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',38,28,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',39,29,'D1+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',40,30,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',41,31,'D1+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',42,32,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',43,32,'J1+2',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',44,33,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',45,34,'D2+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',46,35,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',47,35,'J1+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',48,36,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',49,37,'D1+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',50,38,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',51,39,'D1+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',52,40,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',53,41,'D2+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',54,42,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',55,43,'D1+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',56,44,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',57,44,'J1+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',58,45,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',59,46,'D3+in',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',60,47,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',61,48,'D3+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',62,49,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',63,50,'D3+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',64,51,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',65,52,'D2+3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',66,53,'3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',67,54,'D1+3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',68,55,'5',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',69,55,'J2+in',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',70,56,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',71,56,'J2+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',72,57,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',73,58,'D3+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',74,59,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',75,59,'J2+3',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',76,60,'3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',77,61,'D3+3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',78,62,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',79,62,'J2+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',80,63,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',81,64,'D1+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',82,65,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',83,65,'J2+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',84,66,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',85,67,'D3+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',86,68,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',87,68,'J2+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',88,69,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',89,70,'D4+in',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',90,71,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',91,72,'D4+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',92,73,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',93,73,'J2+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',94,74,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',95,75,'D5+in',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',96,76,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',97,77,'D5+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',98,78,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',99,78,'J2+2',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',100,79,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',101,80,'D2+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',102,81,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',103,81,'J2+2',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',104,82,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',105,83,'D1+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',106,84,'5',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',107,84,'J3+in',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',108,85,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',109,86,'J3+2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',110,87,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',111,88,'D5+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',112,89,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',113,89,'J3+3',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',114,90,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',115,91,'D5+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',116,92,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',117,93,'J3+2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',118,94,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',119,95,'D3+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',120,96,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',121,96,'J3+3',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',122,97,'3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',123,98,'D2+3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',124,99,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',125,100,'D4+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',126,101,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',127,101,'J2+2',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',128,102,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',129,103,'D5+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',130,104,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',131,104,'J3+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',132,105,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',133,106,'D4+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',134,107,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',135,107,'J3+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',136,108,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',137,109,'D2+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',138,110,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',139,111,'D5+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',140,112,'3',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',141,113,'D2+3',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',142,114,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',143,115,'D4+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',144,116,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',145,117,'D5+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',146,118,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',147,119,'D4+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',148,120,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',149,121,'D3+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',150,122,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',151,123,'D2+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',152,124,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',153,124,'J3+1',1,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',154,125,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',155,125,'D5+2',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',156,126,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',157,127,'D5+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',158,128,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',159,129,'D5+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',160,130,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',161,131,'D5+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',162,132,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',163,133,'D4+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',164,134,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',165,135,'D4+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',166,136,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',167,137,'D4+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',168,138,'1',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',169,139,'D4+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',170,140,'1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',171,141,'D5+1',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',172,142,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',173,143,'D4+5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',174,144,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',175,144,'D4+2',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',176,145,'2',1,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',177,146,'D4+2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',178,147,'5',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',179,147,'D5+5',0,'forced_move',1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',180,148,'2',0,NULL,1000000.0);
INSERT INTO "moves" VALUES('vvfk2w',181,148,'D5+2',0,'forced_move',1000000.0);
CREATE TABLE people (
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    name     TEXT NOT NULL,
    language TEXT,
    PRIMARY KEY (platform, user)
) STRICT, WITHOUT ROWID;
INSERT INTO "people" VALUES('fake','ana','Ana',NULL);
INSERT INTO "people" VALUES('fake','bea','Bea',NULL);
INSERT INTO "people" VALUES('fake','cai','Cai',NULL);
CREATE TABLE seats (
    table_id        TEXT NOT NULL REFERENCES tables (id),
    seat            INTEGER NOT NULL CHECK (seat >= 0),
    colours         TEXT NOT NULL,
    person_platform TEXT,
    person_user     TEXT,
    name            TEXT NOT NULL,
    computer        TEXT,
    PRIMARY KEY (table_id, seat),
    CHECK ((person_platform IS NULL) = (person_user IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('hm4dfr',0,'Y','fake','cai','Cai',NULL);
INSERT INTO "seats" VALUES('hm4dfr',1,'B',NULL,NULL,'',NULL);
INSERT INTO "seats" VALUES('hm4dfr',2,'R',NULL,NULL,'',NULL);
INSERT INTO "seats" VALUES('hm4dfr',3,'G',NULL,NULL,'',NULL);
INSERT INTO "seats" VALUES('r5nx2q',0,'Y','fake','ana','Ana',NULL);
INSERT INTO "seats" VALUES('r5nx2q',1,'B','fake','bea','Bea',NULL);
INSERT INTO "seats" VALUES('r5nx2q',2,'R','fake','cai','Cai',NULL);
INSERT INTO "seats" VALUES('r5nx2q',3,'G',NULL,NULL,'','greedy');
INSERT INTO "seats" VALUES('vvfk2w',0,'D','fake','ana','Ana',NULL);
INSERT INTO "seats" VALUES('vvfk2w',1,'J','fake','bea','Bea',NULL);
CREATE TABLE tables (
    seq           INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE CHECK (id <> ''),
    platform      TEXT NOT NULL,
    chat          TEXT NOT NULL,
    thread        TEXT NOT NULL,
    game          TEXT NOT NULL,
    host_platform TEXT NOT NULL,
    host_user     TEXT NOT NULL,
    seed          BLOB NOT NULL CHECK (length(seed) = 32),
    rules         TEXT NOT NULL CHECK (json_valid(rules)),
    teams         TEXT NOT NULL CHECK (json_valid(teams)),
    options       TEXT NOT NULL CHECK (json_valid(options)),
    status        TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'cancelled')),
    version       INTEGER NOT NULL CHECK (version >= 0),
    plies         INTEGER NOT NULL CHECK (plies >= 0),
    snapshot      TEXT,
    result        TEXT CHECK (result IS NULL OR json_valid(result)),
    created       REAL NOT NULL,
    updated       REAL NOT NULL
) STRICT;
INSERT INTO "tables" VALUES(1,'vvfk2w','fake','room','','palma','fake','ana',X'3DF16B8507E249DA375B1BDD35ACC974BE90FB19248004D433924F4EF3F1E15E','{"preset": "classic"}','null','{"auto":true,"contributions":[],"ended":148,"following":null,"laid":0,"page":"main","previous":null,"started":2}','over',148,182,'{"game":"palma","rules":{"preset":"classic"},"pieces":{"D":["29","27","28","26","25"],"J":["29","28","27","H","H"]},"seat":0,"mover":0,"phase":"over","throw":null,"stack":[],"owner":0,"stakes":{"5":null,"15":null}}','{"places": [1, 2], "reason": "home"}',1000000.0,1000000.0);
INSERT INTO "tables" VALUES(2,'r5nx2q','fake','room','','parchis','fake','ana',X'3515EF2974CF41373DD3C24D3977B75E5D275147F8D0EB2A26FC82D09FD8EA07','{"preset": "spanish", "colours": 4}','null','{"auto":true,"contributions":[],"ended":null,"following":null,"laid":0,"page":"main","previous":null,"started":3}','playing',33,63,'{"game":"parchis","rules":{"preset":"spanish","colours":4},"seats":["Y","B","R","G"],"teams":null,"pieces":{"Y":["28","H","H","H"],"B":["29","22","H","H"],"R":["57","39","H","H"],"G":["7","H","H","H"]},"arrivals":{},"seat":2,"phase":"throw","throw":null,"sixes":1,"last":"R1","bonus":null,"again":false,"starter":2,"opening":null,"finished":[]}',NULL,1000000.0,1000000.0);
INSERT INTO "tables" VALUES(3,'hm4dfr','fake','room','','parchis','fake','cai',X'EE836F62036F813E412F3C12F6A0B42E647B40170607DD7370CFBAFCAA35A1EC','{"preset": "italian", "colours": 4}','null','{"auto":true,"contributions":[],"ended":null,"following":null,"laid":0,"page":"main","previous":null,"started":null}','lobby',0,0,NULL,NULL,1000000.0,1000000.0);
CREATE INDEX tables_by_chat ON tables (platform, chat, thread, status);
CREATE INDEX tables_by_status ON tables (status);
CREATE TRIGGER moves_never_change BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE(ABORT, 'the move log is append-only');
END;
CREATE TRIGGER moves_never_go BEFORE DELETE ON moves
BEGIN
    SELECT RAISE(ABORT, 'the move log is append-only');
END;
CREATE INDEX boards_behind ON boards (id) WHERE live = 1 AND version < wanted;
CREATE TRIGGER boards_follow_their_table AFTER UPDATE OF version ON tables
BEGIN
    UPDATE boards SET wanted = NEW.version WHERE table_id = NEW.id;
END;
CREATE INDEX messages_by_chat ON messages (platform, chat, thread, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('messages',1);
COMMIT;
