import type { ProfileCheck } from './profile.ts'

/** Warns when the reference reader would end the frontmatter at a `---` inside a value and lose text. */
export const truncatedFrontmatter: ProfileCheck = (subject) => {
  const { text, content } = subject
  const wholeLine =
    text[content.end - 1] === '\n' &&
    /^---[ \t]*\r?(?:\n|$)/.test(text.slice(content.end, content.end + 64))
  if (wholeLine) return []
  return [
    {
      code: 'frontmatter.cut',
      severity: 'warning',
      message: 'Readers that split at any --- truncate the frontmatter here, inside a line.',
      fix: 'Use another dash inside values, and --- alone on a line to close the frontmatter.',
      at: { offset: content.end },
    },
  ]
}
