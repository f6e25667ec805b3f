// The two forms for a profile share these values and props. Their labels differ.
import {
  companySizeLabels,
  companySizes,
  type User,
  useCaseLabels,
  useCases,
} from '@ballast/contract/profile';

export const companySizeSelect = {
  name: 'companySize',
  placeholder: 'Select a company size',
  options: companySizes.map((value) => ({ value, label: companySizeLabels[value] })),
} as const;

export const useCaseSelect = {
  name: 'useCase',
  placeholder: 'Select a use case',
  options: useCases.map((value) => ({ value, label: useCaseLabels[value] })),
} as const;

export const websiteField = {
  type: 'url',
  autoComplete: 'url',
  placeholder: 'https://example.com',
  optional: true,
} as const;

// An option that is not chosen yet is null, for which the schema has its own message.
export const profileValues = (user: User) => ({
  fullName: user.fullName ?? '',
  companyName: user.companyName ?? '',
  useCase: user.useCase as NonNullable<User['useCase']>,
  companySize: user.companySize as NonNullable<User['companySize']>,
  website: user.website ?? '',
});
