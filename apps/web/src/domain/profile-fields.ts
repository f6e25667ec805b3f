// The two forms for a profile share these props. Their labels differ.
import { companySizeLabels, companySizes, useCaseLabels, useCases } from '@ballast/contract/profile';

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
