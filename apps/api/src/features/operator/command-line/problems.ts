// Why a command did not do what it was asked, in one line. Everything else that is thrown is a fault of ours.
export class OperatorProblem extends Error {
  readonly exitCode: number = 1;
}

// The command was not written as it should be.
export class UsageProblem extends OperatorProblem {
  override readonly exitCode = 2;
}
