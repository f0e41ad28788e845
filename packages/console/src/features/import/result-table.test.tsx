import type { ImportResult } from '@repertoire/protocol'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { ResultTable } from './result-table.tsx'

afterEach(cleanup)

const said = (code: string, message: string) => ({
  ...{ code, message, severity: 'warning' as const },
  ...{ line: 1, column: 1, end_line: 1, end_column: 1 },
})

function result(path: string, facts: Partial<ImportResult>): ImportResult {
  const skill = { id: `skl_${path}`, slug: path, name: path } as ImportResult['skill']
  return { path, status: 'created', repaired: false, diagnostics: [], skill, ...facts }
}

it('D11: says of each skill whether it is new, kept beside another, a replacement or unchanged', () => {
  const results = [
    result('new', {}),
    result('beside', { diagnostics: [said('skill.kept-apart', 'Both are kept.')] }),
    result('over', {
      status: 'updated',
      diagnostics: [said('skill.replaces-other', 'This replaces revision 3.')],
    }),
    result('same', { status: 'unchanged' }),
  ]
  render(
    <ResultTable results={results} busy={false} onTake={() => {}} onRetry={() => undefined} />,
    {
      wrapper: InRouter,
    },
  )
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(rows.map((row) => /^(Created|Kept beside|Replaced|Unchanged)/.exec(row)?.[0])).toEqual([
    ...['Created', 'Kept beside', 'Replaced', 'Unchanged'],
  ])
  expect(rows[2]).toContain('This replaces revision 3.')
  expect(rows.join()).not.toContain('Line 1')
  fireEvent.click(screen.getByRole('button', { name: 'Kept beside 1' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
