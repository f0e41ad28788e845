import type { ApprovalBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { questionOf } from './approval-question.ts'
import { approvedBefore } from './approved-before.ts'

interface Answer {
  readonly id: string
  readonly digest?: string
  readonly status?: ApprovalBody['status']
  readonly by?: string
  readonly at?: string
}

function approval({ id, digest = 'sha256:01', status = 'approved', by = 'usr_1', at }: Answer) {
  return {
    ...{ type: 'skill_enablement', id, status, answered_by: by, answered_at: at ?? null },
    skill: { slug: 'helm', name: 'helm', digest },
  } as ApprovalBody
}

const question = questionOf(approval({ id: 'ap_now', status: 'pending' }))
const earlier = (...answers: Answer[]) => approvedBefore(question, answers.map(approval), 'usr_1')

describe('approved before', () => {
  it('is the last time this person approved the same digest', () => {
    const times = ['2026-11-20T10:00:00.000Z', '2026-11-24T10:00:00.000Z']
    expect(earlier(...times.map((at, id) => ({ id: `ap_${id}`, at })))).toBe(times[1])
  })

  it('another digest, another person and a denial say nothing about this text', () => {
    const at = '2026-11-24T10:00:00.000Z'
    const others: Answer[] = [
      { id: 'ap_1', at, digest: 'sha256:02' },
      { id: 'ap_2', at, by: 'usr_2' },
      { id: 'ap_3', at, status: 'denied' },
    ]
    expect(earlier(...others)).toBeNull()
  })
})
