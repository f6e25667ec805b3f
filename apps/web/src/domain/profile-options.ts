// Company sizes and use cases in words, for the forms that ask for them.
import { companySizeLabels, companySizes, useCaseLabels, useCases } from '@ballast/contract/profile';

export const companySizeOptions = companySizes.map((value) => ({ value, label: companySizeLabels[value] }));
export const useCaseOptions = useCases.map((value) => ({ value, label: useCaseLabels[value] }));
