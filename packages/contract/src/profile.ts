import * as z from 'zod/mini';
import { endpoint } from './http/endpoint.ts';
import { chosenFrom } from './http/field.ts';
import { atMost, noAddress, optionalText, requiredText } from './text.ts';

export const authMethods = ['EMAIL', 'GITHUB', 'GOOGLE'] as const;
export type AuthMethod = (typeof authMethods)[number];

export const companySizes = [
  'SOLO_DEVELOPER',
  'STARTUP_1_10',
  'SMALL_11_50',
  'MEDIUM_51_200',
  'LARGE_201_1000',
  'ENTERPRISE_1000_PLUS',
] as const;

export const useCases = [
  'FINTECH_FINANCIAL_SERVICES',
  'GAMING',
  'ECOMMERCE',
  'SAAS_SOFTWARE',
  'MARKETPLACE',
  'SOCIAL_MEDIA',
  'EDUCATION',
  'HEALTHCARE',
  'OTHER',
] as const;

export const companySizeLabels: Record<(typeof companySizes)[number], string> = {
  SOLO_DEVELOPER: 'Solo developer',
  STARTUP_1_10: 'Startup (1–10)',
  SMALL_11_50: 'Small (11–50)',
  MEDIUM_51_200: 'Medium (51–200)',
  LARGE_201_1000: 'Large (201–1000)',
  ENTERPRISE_1000_PLUS: 'Enterprise (1000+)',
};

export const useCaseLabels: Record<(typeof useCases)[number], string> = {
  FINTECH_FINANCIAL_SERVICES: 'Fintech and financial services',
  GAMING: 'Gaming',
  ECOMMERCE: 'E-commerce',
  SAAS_SOFTWARE: 'SaaS and software',
  MARKETPLACE: 'Marketplace',
  SOCIAL_MEDIA: 'Social media',
  EDUCATION: 'Education',
  HEALTHCARE: 'Healthcare',
  OTHER: 'Other',
};

export const profileLimits = { fullName: 100, companyName: 100, website: 200 } as const;

export const profileMessages = {
  fullName: 'Full Name is required and cannot be only spaces',
  companyName: 'Company Name is required (use "Individual" if not applicable)',
  companySize: 'Company Size is required',
  useCase: 'Use Case is required',
  website: 'Please enter a valid website address',
} as const;

export const onboardingMessages = {
  fullName: 'Please enter your full name',
  email: 'Please enter your email',
  companySize: 'Please select your company size',
  useCase: 'Please select your primary use case',
} as const;

export const user = z.object({
  id: z.uuid(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  authMethod: z.enum(authMethods),
  emailVerified: z.boolean(),
  companyName: z.nullable(z.string()),
  companySize: z.nullable(z.enum(companySizes)),
  useCase: z.nullable(z.enum(useCases)),
  website: z.nullable(z.string()),
  githubProfile: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
});

export type User = z.infer<typeof user>;

const isWebAddress = (value: string) => {
  if (value === '') return true;
  const url = URL.canParse(value) ? new URL(value) : null;
  return (
    url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.')
  );
};

// Few people type the scheme of an address.
const beginsWithHost = /^[^\s/:@?#.]+\.[^\s/:@?#]+(:\d+)?([/?#]|$)/;

const withScheme = (value: string) => (beginsWithHost.test(value) ? `https://${value}` : value);

const website = optionalText('Website', profileLimits.website, [
  z.overwrite(withScheme),
  atMost('Website', profileLimits.website),
  z.refine<string>(isWebAddress, profileMessages.website),
]);

type FormMessages = Record<'fullName' | 'companySize' | 'useCase', string>;

const fullName = (required: string) =>
  requiredText({ label: 'Full Name', required, max: profileLimits.fullName }).check(noAddress('Full Name'));

const companyName = requiredText({
  label: 'Company Name',
  required: profileMessages.companyName,
  max: profileLimits.companyName,
});

const formFields = (messages: FormMessages) => ({
  fullName: fullName(messages.fullName),
  companySize: z.enum(companySizes, messages.companySize),
  useCase: z.enum(useCases, messages.useCase),
  website,
});

export const profileForm = z.object({
  ...formFields(profileMessages),
  companyName,
});

export const onboardingForm = z.object({
  ...formFields(onboardingMessages),
  companyName: optionalText('Company', profileLimits.companyName),
  email: z.string(onboardingMessages.email).check(z.minLength(1, onboardingMessages.email)),
});

// Omitted fields stay as they are; an empty website removes it.
const profileUpdate = z.strictObject({
  fullName: z.optional(fullName(profileMessages.fullName)),
  companyName: z.optional(companyName),
  companySize: z.optional(
    chosenFrom({ label: 'Company Size', required: profileMessages.companySize }, companySizes),
  ),
  useCase: z.optional(chosenFrom({ label: 'Use Case', required: profileMessages.useCase }, useCases)),
  website,
  // Only linking a GitHub account sets it, so it is accepted here and ignored.
  githubProfile: z.optional(z.nullable(z.string('githubProfile must be text or null'))),
});

export type ProfileUpdate = z.infer<typeof profileUpdate>;

export const getProfile = endpoint('GET', '/users/profile', {
  leadsToStop: true,
  auth: 'signed-in',
  cli: ['read'],
  summary: 'Get your profile',
  reply: user,
});

export const updateProfile = endpoint('PUT', '/users/profile', {
  auth: 'verified',
  cli: 'every scope',
  summary: 'Update your profile',
  body: profileUpdate,
  reply: user,
});

export const profileCalls = [getProfile, updateProfile];
