import { expect, it } from 'vitest'
import { excerpt } from './active-block.ts'

it('quotes a wrapped step completely, and no code', () => {
  const body = [
    '# Checklist',
    '1. Look at `pg_locks WHERE',
    '   granted = false;` first.',
    '2. The oldest come first:',
    '   ```sql',
    '   SELECT 1;',
    '   ```',
    '   More about them.',
    '   - a nested step',
    'wrapped lazily',
    '',
    'Prose after the list.',
  ].join('\n')
  expect(excerpt({ name: 'x', body }, ['checklist'])).toBe(
    [
      '### Checklist',
      '1. Look at `pg_locks WHERE granted = false;` first.',
      '2. The oldest come first:',
      '   - a nested step wrapped lazily',
    ].join('\n'),
  )
})
