import { describe, expect, it } from 'vitest'
import { maxUpload, planUpload } from './upload-plan.ts'

const there = [{ path: 'plan.md', size: 1, sha256: '', updated_at: '' }]

describe('planUpload', () => {
  it('says what would be replaced before anything is sent', () => {
    const chosen = [
      { name: 'plan.md', size: 1 },
      { name: 'new.md', size: 1 },
    ]
    expect(planUpload(chosen, there)).toEqual({ send: chosen, replaces: ['plan.md'], refused: [] })
  })

  it('keeps back what the server would refuse for its size, and says why', () => {
    const fits = { name: 'fits.bin', size: maxUpload }
    const plan = planUpload([fits, { name: 'plan.md', size: maxUpload + 1 }], there)
    expect([plan.send, plan.replaces]).toEqual([[fits], []])
    expect(plan.refused).toEqual(['plan.md has 10.0 MB; at most 10.0 MB can be uploaded.'])
  })
})
