import { expect, it } from 'vitest'
import { editorTabs } from '../../shared/api/search-params.ts'
import { skillTabs, tabOf, viewAt } from './skill-views.ts'

it('B8: five tabs hold every view, also those at addresses of earlier releases', () => {
  expect(skillTabs.map(({ label }) => label)).toEqual([
    ...['Overview', 'Edit', 'History', 'Routing', 'Trust'],
  ])
  for (const tab of editorTabs) expect(tabOf(viewAt(tab))).toBeDefined()
  expect(viewAt(undefined)).toBe('overview')
  expect(viewAt('preview')).toBe('overview')
})
