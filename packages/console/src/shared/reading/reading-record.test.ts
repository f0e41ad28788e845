import { describe, expect, it } from 'vitest'
import { createReadingRecord } from './reading-record.ts'

const part = (id: string, content = 'text') => ({ id, label: id, content })
const labels = (record: ReturnType<typeof createReadingRecord>) =>
  record.unread().map(({ label }) => label)

describe('what was read of an approval', () => {
  it('an approval needs every part read, in whatever order, also those behind a tab', () => {
    const record = createReadingRecord()
    record.require([part('code'), part('sums.js')])
    record.markRead('sums.js', 'text')
    expect(labels(record)).toEqual(['code'])
    record.markRead('code', 'text')
    expect(labels(record)).toEqual([])
  })

  it('other content is unread again, and what was read before it was required counts', () => {
    const record = createReadingRecord()
    record.markRead('code', 'text')
    const gone = record.require([part('code')])
    expect(labels(record)).toEqual([])
    gone()
    record.require([part('code', 'other text')])
    expect(labels(record)).toEqual(['code'])
    record.markRead('code', 'text')
    expect(labels(record)).toEqual(['code'])
  })

  it('what is gone from the page is no longer asked for, and a listener hears each change once', () => {
    const record = createReadingRecord()
    let heard = 0
    record.subscribe(() => {
      heard += 1
    })
    const gone = record.require([part('pending the text')])
    gone()
    record.markRead('other', 'x')
    expect([labels(record), heard]).toEqual([[], 2])
  })

  it('leads to a part behind a tab as soon as it is there', () => {
    const record = createReadingRecord()
    const focused: string[] = []
    const begin = (id: string) =>
      ({ focus: () => focused.push(id), scrollIntoView() {} }) as unknown as HTMLElement
    const show = () => record.place('sums.js', begin('sums.js'))
    record.require([{ ...part('sums.js'), show }])
    record.readOn()
    record.place('sums.js', begin('again'))
    expect(focused).toEqual(['sums.js'])
  })
})
