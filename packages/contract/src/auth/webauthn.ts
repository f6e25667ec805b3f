// Security keys and passkeys in the JSON of WebAuthn. Binary data is base64url without padding.
import * as z from 'zod/mini';
import { exactly, textUpTo } from '../http/field.ts';

export const webauthnLimits = { challengeSeconds: 300 } as const;

const bytes = (name: string, max: number) =>
  textUpTo(name, max).check(
    z.regex(/^[\w-]+$/, `${name} must be base64url: characters of A-Z a-z 0-9 - _ without padding`),
  );

// A credential's id has at most 1023 bytes.
const idLength = 1364;
const dataLength = 8192;

const credentialOf = <Response extends z.ZodMiniType>(response: Response) =>
  z.looseObject(
    {
      id: bytes('id', idLength),
      rawId: bytes('rawId', idLength),
      type: exactly('type', 'public-key'),
      response,
    },
    'credential must be an object',
  );

export const createdCredential = credentialOf(
  z.looseObject(
    {
      clientDataJSON: bytes('clientDataJSON', dataLength),
      attestationObject: bytes('attestationObject', dataLength),
      transports: z.optional(
        z
          .array(textUpTo('transports', 32), 'transports must be a list')
          .check(z.maxLength(10, 'transports must be at most 10')),
      ),
    },
    'response must be an object',
  ),
);

export const assertedCredential = credentialOf(
  z.looseObject(
    {
      clientDataJSON: bytes('clientDataJSON', dataLength),
      authenticatorData: bytes('authenticatorData', dataLength),
      signature: bytes('signature', dataLength),
      userHandle: z.nullish(textUpTo('userHandle', 128)),
    },
    'response must be an object',
  ),
);

export type CreatedCredential = z.infer<typeof createdCredential>;
export type AssertedCredential = z.infer<typeof assertedCredential>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
});

export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    authenticatorAttachment: z.optional(z.string()),
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  attestation: z.literal('none'),
  hints: z.array(z.string()),
});

export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: z.optional(z.array(descriptor)),
  userVerification: z.string(),
});

export type CreationOptions = z.infer<typeof creationOptions>;
export type RequestOptions = z.infer<typeof requestOptions>;

export const keyChallenge = z.object({
  type: z.enum(['create', 'request']),
  credential_options: z.object({ publicKey: z.union([creationOptions, requestOptions]) }),
});

export const keyAnswer = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('create'), credential_response: createdCredential }),
    z.looseObject({ type: z.literal('request'), credential_response: assertedCredential }),
  ],
  'webauthn must be an answer of the type create or request',
);

export type Answered = z.infer<typeof keyAnswer>;
