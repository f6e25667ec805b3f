import type { StepUpMethod } from '@ballast/contract/auth/second-factors';
import { errorTexts } from '@ballast/contract/http/errors';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { listFactors } from '../../session/step-up/give-proof.ts';
import { codeRequest, type Way, ways } from './ways.ts';

const messageOf = (failure: unknown) =>
  failure instanceof Error && failure.message ? failure.message : errorTexts.unreachable;

// A failure is ignored here, and shows when the proof is tried.
const useFactors = ({ factors: wanted }: Way) => {
  const kind = wanted?.kind;
  const [factors, setFactors] = useState<Awaited<ReturnType<typeof listFactors>>>([]);
  useEffect(() => {
    setFactors([]);
    if (kind) listFactors(kind).then(setFactors, () => {});
  }, [kind]);
  return factors;
};

export const useStepUpForm = (first: StepUpMethod, onProven: () => void) => {
  const [method, setMethod] = useState(first);
  const [isCodeSent, setIsCodeSent] = useState(false);
  const way = method === 'email' && !isCodeSent ? codeRequest : ways[method];
  const form = useForm({ defaultValues: { proof: '', factorId: '' } });
  const factors = useFactors(way);
  const factorId = form.watch('factorId') || (factors[0]?.id ?? '');

  // Enter can follow the last digit while the code is on its way.
  const giving = useRef(false);
  const give = form.handleSubmit(async ({ proof }) => {
    if (giving.current) return;
    giving.current = true;
    try {
      await way.give({ typed: proof.trim(), factorId });
      if (way === codeRequest) return setIsCodeSent(true);
      onProven();
    } catch (failure) {
      // An error of a field that is not there would refuse every further try.
      const place = way.field ? 'proof' : 'root';
      form.setError(place, { type: 'server', message: messageOf(failure) });
      if (way.field) form.setFocus('proof');
    } finally {
      giving.current = false;
    }
  });
  const choose = (other: StepUpMethod) => {
    form.reset();
    setMethod(other);
  };
  return { method, choose, way, form, give, factors, factorId };
};
