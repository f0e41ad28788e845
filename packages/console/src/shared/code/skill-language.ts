import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { yamlFrontmatter } from '@codemirror/lang-yaml'
import type { Extension } from '@codemirror/state'

/** SKILL.md: YAML between fences, then Markdown. */
export const skillLanguage: Extension = yamlFrontmatter({
  content: markdown({ base: markdownLanguage }),
})
