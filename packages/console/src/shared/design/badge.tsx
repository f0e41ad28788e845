import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeVariant = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

/** What a badge says, and how it looks. */
export interface BadgeLabel {
  readonly text: string
  readonly tone: BadgeVariant
}

const tones: Record<BadgeVariant, string> = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good-ink',
  warn: 'bg-warn-soft text-warn-ink',
  bad: 'bg-bad-soft text-bad-ink',
}

interface BadgeProps {
  readonly tone?: BadgeVariant
  readonly title?: string
  readonly children: ReactNode
}

/** A short label for what is an exception; its text says what its colour says. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex max-w-full items-center gap-1 truncate rounded px-1.5 text-xs/[18px] font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
