// The server of the pictures begins on the same morning every time: rows, dates and what is due then look the same.
const Real = Date;
const ahead = Real.parse(process.env.LOOK_NOW) - Real.now();
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }
  static now() {
    return Real.now() + ahead;
  }
};
