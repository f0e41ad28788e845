import type { ToolTier } from '@repertoire/protocol'

/** What each tier means, for people. */
export const tierWords: Readonly<
  Record<ToolTier, { readonly label: string; readonly asks: string }>
> = {
  READ_ONLY: { label: 'Runs at once', asks: 'It runs without asking.' },
  CONFIRM_ONCE: {
    label: 'Asks once',
    asks: 'If you approve, the agent may call this tool again in this conversation, with other arguments too, without asking, until a schedule or a webhook speaks in it.',
  },
  ALWAYS_CONFIRM: {
    label: 'Asks every time',
    asks: 'Your answer is for this one call with exactly these arguments.',
  },
  MANUAL_ONLY: {
    label: 'Only by hand',
    asks: 'This never happens without a person. Your answer is for this one call with exactly these arguments.',
  },
}
