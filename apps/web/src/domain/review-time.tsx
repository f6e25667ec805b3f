import { keyLimits } from '@ballast/contract/keys/api-keys';

// The keys tab and the support screen make the same promise. Browsers would break the line inside of "24-48".
export function ReviewTime() {
  return (
    <>
      Our team reviews requests in <span className="whitespace-nowrap">{keyLimits.reviewTime}</span>.
    </>
  );
}
