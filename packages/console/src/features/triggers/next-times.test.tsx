import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { NextTimes } from './next-times.tsx'

afterEach(cleanup)

const times = ['2026-11-22T22:00:00.000Z', '2026-11-23T22:00:00.000Z']
const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('NextTimes', () => {
  it('E8: says a schedule in words, and when it comes by the reader’s clock and its own', () => {
    const schedule = { words: 'At 07:00, Monday to Friday', times }
    render(<NextTimes schedule={schedule} timeZone="Asia/Tokyo" readerZone="America/New_York" />)
    expect(screen.getByRole('status').textContent).toBe(
      'At 07:00, Monday to Friday, by the clocks of Asia/Tokyo',
    )
    expect(screen.getByText('Next times, by your clock (America/New_York)')).toBeTruthy()
    expect(items()).toEqual([
      'Sunday, November 22, 2026 at 5:00 PM · there Monday 7:00 AM',
      'Monday, November 23, 2026 at 5:00 PM · there Tuesday 7:00 AM',
    ])
  })

  it('E8: at home there is one clock, and what has no words is told by its times', () => {
    render(<NextTimes schedule={{ words: null, times }} timeZone="UTC" readerZone="UTC" />)
    expect(screen.getByRole('status').textContent).toBe('No short words say this schedule.')
    expect(screen.getByText('Next times')).toBeTruthy()
    expect(items()[0]).toBe('Sunday, November 22, 2026 at 10:00 PM')
  })

  it('a time zone this browser does not know is told as it came', () => {
    render(<NextTimes schedule={{ words: null, times }} timeZone="Mars/Olympus" readerZone="UTC" />)
    expect(items()[0]).toContain('there 2026-11-22T22:00:00.000Z')
  })
})
