import type { InboxEntryBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { newEntries, notificationText } from './new-entries.ts'

const entry = (id: string) => ({ id, kind: 'approval', title: `Enable ${id}` }) as InboxEntryBody

describe('what a notification is shown for', () => {
  it('is each entry once, and nothing that waited before the page was opened', () => {
    expect(newEntries(null, [entry('a')])).toEqual([])
    expect(newEntries(new Set(['a']), [entry('b'), entry('a')])).toEqual([entry('b')])
  })

  it('says no more than the row, on one line, and hides nothing', () => {
    const text = notificationText({ kind: 'approval', title: `Enable a\u202Eb\n\n\nApproved!` })
    expect(text).not.toContain('\u202E')
    expect(text).not.toContain('\n')
    expect(notificationText({ kind: 'import', title: 'x'.repeat(500) })).toHaveLength(120)
  })
})
