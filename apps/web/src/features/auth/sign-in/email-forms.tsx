import { authMessages, signUp, signUpForm } from '@ballast/contract/auth/auth';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { NewPasswordFields } from '../../../domain/new-password-fields.tsx';
import { Page } from '../../../domain/page.tsx';
import { useServerForm } from '../../../domain/use-server-form.ts';
import { portal } from '../../../lib/portal.ts';
import { call } from '../../../session/api.ts';
import { stored } from '../../../session/browser-storage.ts';
import { useSession } from '../../../session/session-state.ts';
import { BackButton } from '../../../ui/actions/back.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextButton } from '../../../ui/text/link.tsx';
import { clearFailure, EmailField, FormFailure, reportFailure, SubmitButton } from '../form-parts.tsx';
import { startResendCountdown } from '../verify-email/resend-countdown.ts';
import type { AuthStep } from './auth-step.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

const signInTitle = 'Sign In';
const signUpTitle = 'Create Account';

type EmailFormsProps = {
  step: AuthStep;
  emailVerified: boolean;
  onShow: (step: AuthStep) => void;
  onLeave: () => void;
};

// Each form is mounted anew, so toggling clears fields and errors.
export function EmailForms({ step, emailVerified, onShow, onLeave }: EmailFormsProps) {
  // An address that was just signed up or verified is filled in. Toggling clears it like every field.
  const [email, setEmail] = useState(() => stored.verificationEmail.read() ?? '');
  const signUpInstead = () => {
    setEmail('');
    onShow('sign-up');
  };
  if (step === 'sign-up') {
    return (
      <FormPage
        title={signUpTitle}
        lede="Sandbox keys are ready as soon as you verify your email."
        onBack={onLeave}
        question="Already have an account?"
        answer={signInTitle}
        onAnswer={() => onShow('sign-in')}
      >
        <SignUpForm />
      </FormPage>
    );
  }
  return (
    <FormPage
      title={signInTitle}
      lede="Use the email and password for your account."
      onBack={onLeave}
      question={`New to ${portal.brandName}?`}
      answer={signUpTitle}
      onAnswer={signUpInstead}
    >
      {emailVerified && (
        <div role="status" className="mb-5">
          <Banner variant="ok">Email verified. Sign in to continue.</Banner>
        </div>
      )}
      <SignInForm email={email} />
    </FormPage>
  );
}

type FormPageProps = {
  title: string;
  lede: string;
  onBack: () => void;
  question: string;
  answer: string;
  onAnswer: () => void;
  children: ReactNode;
};

function FormPage({ title, lede, onBack, question, answer, onAnswer, children }: FormPageProps) {
  return (
    <Page title={title}>
      <BackButton onClick={onBack} />
      <h1 className="mt-3 text-display">{title}</h1>
      <p className="mt-1 mb-6 text-body text-pretty text-text-2">{lede}</p>
      {children}
      <p className="mt-5 text-body text-text-2">
        {question} <TextButton onClick={onAnswer}>{answer}</TextButton>
      </p>
    </Page>
  );
}

function SignUpForm() {
  const navigate = useNavigate();
  const { authenticated } = useSession();
  const { register, field, busy, submit, setFocus, formState } = useServerForm({
    schema: signUpForm,
    defaultValues: { fullName: '', email: '', password: '', confirmPassword: '' },
    send: async ({ fullName, email, password }) => {
      clearFailure();
      const body = { fullName, email, password, authMethod: 'EMAIL' as const };
      const next = finishSignIn(await call(signUp, { body }));
      if (next === 'signed-in') return;
      startResendCountdown();
      showToast.success(authMessages.signedUp);
      await navigate({ to: '/verify-email' });
    },
    onFailure: reportFailure,
  });
  useEffect(() => setFocus('fullName'), [setFocus]);

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Full name" autoComplete="name" {...field('fullName')} />
      <EmailField {...field('email')} />
      <NewPasswordFields
        labels={{ password: 'Password', confirmPassword: 'Confirm password' }}
        errors={formState.errors}
        register={register}
      />
      <SubmitButton busy={busy || authenticated} busyLabel="Creating Account...">
        Create Account
      </SubmitButton>
      <FormFailure message={formState.errors.root?.message} />
    </form>
  );
}
