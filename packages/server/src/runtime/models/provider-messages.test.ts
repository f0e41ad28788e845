import { expect, it } from 'vitest'
import { toProviderMessages } from './provider-messages.ts'

it('C3: a text result reaches the model as text, and anything else as JSON', () => {
  const text = '<skill_content name="a">\nLine "one".\n</skill_content>'
  const result = (callId: string, output: string | { readonly ok: boolean }) =>
    ({ role: 'tool', callId, name: 'x', outcome: { status: 'ok', output } }) as const
  const [message] = toProviderMessages([result('1', text), result('2', { ok: true })])
  expect(message?.content).toMatchObject([
    { output: { type: 'text', value: text } },
    { output: { type: 'json', value: { ok: true } } },
  ])
})
