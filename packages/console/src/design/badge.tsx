import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'bg-inset text-ink-2 border-line',
  accent: 'bg-accent-soft text-accent-ink border-accent/25',
  good: 'bg-good-soft text-good-ink border-good/25',
  warn: 'bg-warn-soft text-warn-ink border-warn/30',
  bad: 'bg-bad-soft text-bad-ink border-bad/25',
}

interface BadgeProps {
  readonly tone?: Tone
  readonly title?: string
  readonly children: ReactNode
}

/** A short label; its text says what its colour says. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex max-w-full items-center gap-1 truncate rounded-full border px-2 text-2xs leading-5',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
