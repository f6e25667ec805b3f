// Loaded before a portal: its clock is ahead by CLOCK_AHEAD_SECONDS.
const aheadMs = Number(process.env.CLOCK_AHEAD_SECONDS) * 1000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length ? args : [RealDate.now() + aheadMs]));
  }

  static now() {
    return RealDate.now() + aheadMs;
  }
};
