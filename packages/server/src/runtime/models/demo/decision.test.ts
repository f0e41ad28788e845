import { expect, it } from 'vitest'
import { problemText } from './decision.ts'

const failed = (code: string) => ({
  ...{ tool: 'enable_skill', input: {}, output: undefined },
  problem: { code, kind: 'stale' as const, message: 'It has changed.', hint: 'Call it again.' },
})

it('A7: tells people what they can do about an answer that no longer counts, not what the model can', () => {
  expect(problemText(failed('approval.stale'))).toBe(
    'It has changed. Send your message again, and I ask about it as it is now.',
  )
  expect(problemText(failed('skill.stale'))).toBe('It has changed. Call it again.')
})
