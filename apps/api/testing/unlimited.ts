// The limits of an address and an account are tested elsewhere; where bad input is sent they would hide what comes after them.
const often = '1000000';

export const unlimited = {
  SIGN_INS_PER_ADDRESS: often,
  SIGN_UPS_PER_ADDRESS: often,
  MAILS_PER_ADDRESS: often,
  TOKENS_PER_ADDRESS: often,
  SECOND_FACTORS_PER_ADDRESS: often,
  PASSWORD_CHECKS_PER_ADDRESS: often,
  CLI_LOGINS_PER_ADDRESS: often,
  KEY_LEAKS_PER_ADDRESS: often,
  CALLS_PER_ACCOUNT: often,
  WRITES_PER_ACCOUNT: often,
};
