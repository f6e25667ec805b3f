import { keyLimits } from '@ballast/contract/keys/api-keys';

// Browsers would break the line inside of "24-48".
export function ReviewTime() {
  return (
    <>
      Our team reviews requests in <span className="whitespace-nowrap">{keyLimits.reviewTime}</span>.
    </>
  );
}
