import type { TriggerBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { bodyOf, curlCommand, draftOf, newTriggerDraft } from './trigger-draft.ts'

describe('a trigger while it is written', () => {
  it('E8: lists are typed as words, and an asset counts when both of its parts are there', () => {
    const draft = { ...newTriggerDraft('UTC'), name: 'A', message: 'B', symbol: 'BTC' }
    const written = { ...draft, preload_skills: 'watch,  report ', most_per_hour: '5' }
    expect(bodyOf(written)).toMatchObject({
      preload_skills: ['watch', 'report'],
      asset: null,
      most_per_hour: 5,
      trigger: { kind: 'cron', time_zone: 'UTC', missed: 'skip' },
    })
    expect(bodyOf({ ...written, asset_class: 'crypto' }).asset).toEqual({
      symbol: 'BTC',
      asset_class: 'crypto',
    })
  })

  it('E8: what the server has comes back unchanged', () => {
    const body = bodyOf({ ...newTriggerDraft('Europe/Berlin'), name: 'A', message: 'B' })
    const trigger = { ...body, trigger: body.trigger } as unknown as TriggerBody
    expect(bodyOf(draftOf(trigger, 'UTC'))).toEqual(body)
  })

  it('E8: the example is signed over key, time and body, and names the webhook', () => {
    const command = curlCommand('https://x.test', 'sig_1', 'whsec_AAAA')
    expect(command).toContain('"$id.$time.$body"')
    expect(command).toContain("repertoire-trigger: sig_1'")
    expect(command).toContain('https://x.test/api/v1/trigger-deliveries')
  })
})
