import { drawing } from '../../lib/drawing.ts';
import { cx } from '../cx.ts';

export function Mark({ className }: { className?: string }) {
  const { logo, mark } = drawing;
  if (logo) return <Logo files={logo} className={className} />;
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('flex-none text-text', className)}>
      <path d={mark.rim} stroke="currentColor" strokeWidth="2.1" />
      <path d={mark.water} className="fill-accent" />
    </svg>
  );
}

type LogoProps = { files: { light: string; dark: string }; className: string | undefined };

// The logo of the installation, in the file of the theme.
function Logo({ files, className }: LogoProps) {
  return (
    <>
      <img src={files.dark} alt="" className={cx('flex-none in-[.light]:hidden', className)} />
      <img src={files.light} alt="" className={cx('flex-none not-in-[.light]:hidden', className)} />
    </>
  );
}

export function Brand({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2.5 text-section text-text">
      <Mark className="size-[22px]" />
      {name}
    </span>
  );
}
