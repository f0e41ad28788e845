import type { EditorTab } from '../../shared/api/search-params.ts'

interface SkillTab {
  readonly label: string
  /** The first is what the tab opens with. */
  readonly views: readonly { readonly value: EditorTab; readonly label: string }[]
}

/** The tabs of a skill; a tab with several views has a choice between them. Each view has an address. */
export const skillTabs: readonly SkillTab[] = [
  {
    label: 'Overview',
    views: [
      { value: 'overview', label: 'Read' },
      { value: 'model', label: 'What the model sees' },
      { value: 'insights', label: 'Insights' },
    ],
  },
  {
    label: 'Edit',
    views: [{ value: 'edit', label: 'Edit' }],
  },
  {
    label: 'History',
    views: [
      { value: 'revisions', label: 'Revisions' },
      { value: 'files', label: 'Files' },
      { value: 'runs', label: 'Runs' },
    ],
  },
  { label: 'Routing', views: [{ value: 'routing', label: 'Routing' }] },
  {
    label: 'Trust',
    views: [
      { value: 'trust', label: 'Trust' },
      { value: 'details', label: 'Details' },
    ],
  },
]

/** The view at an address; the preview of earlier releases is the overview now. */
export function viewAt(tab: EditorTab | undefined): Exclude<EditorTab, 'preview'> {
  return tab === undefined || tab === 'preview' ? 'overview' : tab
}

/** The tab that has a view. */
export function tabOf(view: EditorTab): SkillTab | undefined {
  return skillTabs.find(({ views }) => views.some(({ value }) => value === view))
}
