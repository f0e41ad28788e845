import type { SkillFields } from '@repertoire/skill-md'

/** A skill in the reference. */
export interface ReferencedSkill {
  readonly slug: string
  readonly fields: SkillFields
  /** The link to its SKILL.md, relative to the page, with `/`. */
  readonly link: string
  /** Paths of its other files, with `/`. */
  readonly files: readonly string[]
  /** Numbers of messages that must and must not surface it; null without tests. */
  readonly triggers: { readonly must: number; readonly mustNot: number } | null
}

/**
 * Generates the Markdown reference of skills from their files only: the same files give the same bytes.
 * Skill content is escaped, never markup.
 */
export function referencePage(skills: readonly ReferencedSkill[]): string {
  const inOrder = skills.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const rows = inOrder.map(({ slug, fields, link }) => {
    return `| [${escapeMarkdown(slug)}](${encodeLink(link)}) | ${escapeMarkdown(fields.description)} |`
  })
  const lines = [
    '# Skills',
    '',
    'Generated from the SKILL.md files by `repertoire reference`. Do not edit.',
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
    ...['', `## ${escapeMarkdown(slug)}`, '', escapeMarkdown(fields.description)],
    ...(whenToUse === '' ? [] : ['', escapeMarkdown(whenToUse)]),
    ...['', ...facts],
  ]
}

type Fact = readonly [label: string, value: string]

function factsOf({ slug, fields, files, triggers }: ReferencedSkill): readonly Fact[] {
  const { name = '', title = '', routing = {} } = fields
  const scripts = files.filter((path) => path.startsWith('scripts/'))
  return [
    ['Name', name === slug ? '' : escapeMarkdown(name)],
    ['Title', escapeMarkdown(title)],
    ['Tags', escapeMarkdown(fields.tags.join(', '))],
    ['Version', escapeMarkdown(fields.version)],
    ['Author', escapeMarkdown(fields.author)],
    ['Licence', escapeMarkdown(fields.license)],
    ['Compatibility', escapeMarkdown(fields.compatibility)],
    ['Allowed tools', codeList(fields.allowedTools)],
    ['Priority', routing.priority === undefined ? '' : String(routing.priority)],
    ['Summary', escapeMarkdown(routing.summary ?? '')],
    ['Keywords', escapeMarkdown(routing.keywords?.join(', ') ?? '')],
    ['Negative keywords', escapeMarkdown(routing.negativeKeywords?.join(', ') ?? '')],
    ['Stages', codeList(routing.stages)],
    ['Asset classes', codeList(routing.assetClasses)],
    ['Trigger sources', codeList(routing.signalSources)],
    ['Activates with it', codeList(routing.coActivate)],
    ['Tools', codeList(routing.toolNames)],
    ['Required settings', codeList(routing.requiresEnv)],
    ['Required tools', codeList(routing.requiresTools)],
    ['Required toolsets', codeList(routing.requiresToolsets)],
    ['Fallback for the tools', codeList(routing.fallbackForTools)],
    ['Platforms', codeList(routing.platforms)],
    ['Scripts', codeList(scripts)],
    ['Trigger tests', triggers ? `${triggers.must} must, ${triggers.mustNot} must not` : ''],
  ]
}

/** One line, with Markdown and HTML escaped. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[\\`*_[\]|#~!]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function codeList(items: readonly string[] | undefined): string {
  return (items ?? []).map((item) => `<code>${escapeMarkdown(item)}</code>`).join(', ')
}

/** Encodes a link target, so that no folder name closes the parentheses. */
function encodeLink(link: string): string {
  return link
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
}
