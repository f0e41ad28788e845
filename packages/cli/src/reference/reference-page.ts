import type { SkillFields } from '@repertoire/skill-md'

/** A skill as the reference tells of it. */
export interface ReferencedSkill {
  readonly slug: string
  readonly fields: SkillFields
  /** Where its SKILL.md is, seen from the page; with `/`. */
  readonly link: string
  /** Paths beside SKILL.md, with `/`. */
  readonly files: readonly string[]
  /** Messages that must, and must not, surface it; null for no tests. */
  readonly triggers: { readonly must: number; readonly mustNot: number } | null
}

/**
 * A page of Markdown about skills, made from nothing but their files (E11): the same files give the same bytes.
 * What a skill says is text, never markup.
 */
export function referencePage(skills: readonly ReferencedSkill[]): string {
  const inOrder = skills.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const rows = inOrder.map(({ slug, fields, link }) => {
    return `| [${plain(slug)}](${target(link)}) | ${plain(fields.description)} |`
  })
  const lines = [
    '# Skills',
    '',
    'Made from the SKILL.md files by `repertoire reference`. Do not edit: change the skills and write it anew.',
    '',
    '| Skill | What it does |',
    '|---|---|',
    ...rows,
    ...inOrder.flatMap(sectionOf),
  ]
  return `${lines.join('\n')}\n`
}

function sectionOf(skill: ReferencedSkill): readonly string[] {
  const { slug, fields } = skill
  const facts = factsOf(skill).flatMap(([label, value]) =>
    value ? `- **${label}**: ${value}` : [],
  )
  const { whenToUse } = fields
  return [
    ...['', `## ${plain(slug)}`, '', plain(fields.description)],
    ...(whenToUse === '' ? [] : ['', plain(whenToUse)]),
    ...['', ...facts],
  ]
}

type Fact = readonly [label: string, value: string]

function factsOf({ slug, fields, files, triggers }: ReferencedSkill): readonly Fact[] {
  const { name = '', title = '', routing = {} } = fields
  const scripts = files.filter((path) => path.startsWith('scripts/'))
  return [
    ['Name', name === slug ? '' : plain(name)],
    ['Title', plain(title)],
    ['Tags', plain(fields.tags.join(', '))],
    ['Version', plain(fields.version)],
    ['Author', plain(fields.author)],
    ['Licence', plain(fields.license)],
    ['Compatibility', plain(fields.compatibility)],
    ['Allowed tools', codes(fields.allowedTools)],
    ['Priority', routing.priority === undefined ? '' : String(routing.priority)],
    ['Summary', plain(routing.summary ?? '')],
    ['Keywords', plain(routing.keywords?.join(', ') ?? '')],
    ['Not with', plain(routing.negativeKeywords?.join(', ') ?? '')],
    ['Stages', codes(routing.stages)],
    ['Asset classes', codes(routing.assetClasses)],
    ['Signals', codes(routing.signalSources)],
    ['Brings up', codes(routing.coActivate)],
    ['Works with the tools', codes(routing.toolNames)],
    ['Needs the settings', codes(routing.requiresEnv)],
    ['Needs the tools', codes(routing.requiresTools)],
    ['Needs the toolsets', codes(routing.requiresToolsets)],
    ['Only without the tools', codes(routing.fallbackForTools)],
    ['Platforms', codes(routing.platforms)],
    ['Scripts', codes(scripts)],
    ['Trigger tests', triggers ? `${triggers.must} must, ${triggers.mustNot} must not` : ''],
  ]
}

/** On one line, with nothing that Markdown or HTML would obey. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[\\`*_[\]|#~!]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function codes(items: readonly string[] | undefined): string {
  return (items ?? []).map((item) => `<code>${plain(item)}</code>`).join(', ')
}

/** A link's address: whatever a folder is called, it stays inside the parentheses. */
function target(link: string): string {
  return link
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
}
