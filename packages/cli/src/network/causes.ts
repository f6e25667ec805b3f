// Why a request never got an answer, in words. The codes are Node's, its TLS library's and its fetch's.
const words: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'DNS cannot find the name',
  EAI_AGAIN: 'DNS does not respond',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired, or the clock of this computer is wrong',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet, or the clock of this computer is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'TLS: the certificate is self-signed; NODE_EXTRA_CA_CERTS names files to trust',
  SELF_SIGNED_CERT_IN_CHAIN:
    "TLS: the certificate's issuer is not trusted; NODE_EXTRA_CA_CERTS names files to trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "TLS: the certificate's issuer is not known; NODE_EXTRA_CA_CERTS names files to trust",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "TLS: the certificate's issuer is not known; NODE_EXTRA_CA_CERTS names files to trust",
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name',
};

const isTlsCode = (code: string) =>
  code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO';

const mayPass = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

// A connection that was cut may hold at the next try; a refused one and a wrong certificate will not.
export const wasCut = (error: unknown) => mayPass.has(codeOf(error));

type Reason = { name?: string; code?: unknown; message?: string; cause?: unknown; errors?: unknown[] };

// fetch wraps what happened, and Node wraps the failures of a host's several addresses.
const innermost = (error: unknown): Reason => {
  const { cause, errors = [] } = (error ?? {}) as Reason;
  if (errors[0]) return innermost(errors[0]);
  return cause ? innermost(cause) : ((error ?? {}) as Reason);
};

const codeOf = (error: unknown) => String(innermost(error).code ?? '');

export const causeOf = (error: unknown, timeoutSeconds: number) => {
  const reason = innermost(error);
  const code = codeOf(error);
  if (reason.name === 'TimeoutError' || reason.name === 'AbortError')
    return `no answer within ${timeoutSeconds} s`;
  if (words[code]) return words[code];
  if (isTlsCode(code)) return 'TLS: the server does not support it';
  return reason.message || code || 'unknown cause';
};
