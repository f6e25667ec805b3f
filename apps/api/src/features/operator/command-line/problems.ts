// Why a command was refused, in one line. Any other exception is a bug.
export class OperatorProblem extends Error {
  readonly exitCode: number = 1;
}

// Wrong arguments or options.
export class UsageProblem extends OperatorProblem {
  override readonly exitCode = 2;
}
