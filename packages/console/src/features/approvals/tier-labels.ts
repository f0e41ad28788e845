import type { ToolTier } from '@repertoire/protocol'

/** What each tier means, for people. */
export const tierLabel: Readonly<
  Record<
    ToolTier,
    {
      readonly label: string
      /** What a yes is for, said where one is asked for. */
      readonly asks: string
      /** For who chooses the rule. */
      readonly means: string
    }
  >
> = {
  READ_ONLY: {
    label: 'Runs at once',
    asks: 'It runs without asking.',
    means: 'Nobody is asked.',
  },
  CONFIRM_ONCE: {
    label: 'Asks once',
    means: 'A yes holds for this tool for the rest of that conversation.',
    asks: 'If you approve, the agent may call this tool again in this conversation, with other arguments too, without asking, until a schedule or a webhook speaks in it.',
  },
  ALWAYS_CONFIRM: {
    label: 'Asks every time',
    means: 'A yes is for one call with exactly its arguments.',
    asks: 'Your answer is for this one call with exactly these arguments.',
  },
  MANUAL_ONLY: {
    label: 'Only by hand',
    means: 'Each call is asked about, with one step more; no grant counts.',
    asks: 'This never happens without a person. Your answer is for this one call with exactly these arguments.',
  },
}
