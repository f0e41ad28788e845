const maxNameLength = 64
const maxSlugLength = 100
/** Latin letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}
const slugPattern = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/

/**
 * The stable slug of a name: Latin letters folded to `[a-z0-9]`, everything else to single hyphens, at most 64
 * characters. Empty when the name has no Latin letter or digit.
 */
export function slugify(name: string): string {
  return name
    .slice(0, 1024)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxNameLength)
    .replace(/-$/, '')
}

/**
 * Whether a text is a valid slug, e.g. `postgres.health-triage`: groups of lowercase letters and digits joined by
 * single `.`, `_` or `-`, at most 100 characters. This excludes `/`, `..` and NUL.
 */
export function isSlug(text: string): boolean {
  return text.length <= maxSlugLength && slugPattern.test(text)
}

/**
 * The default slug of a skill: the slug in the file, otherwise derived from its name or its folder name. Undefined when
 * none of them has a Latin letter or digit.
 */
export function slugOf(
  fields: { readonly slug?: string | undefined; readonly name?: string | undefined },
  folderName: string | undefined,
): string | undefined {
  if (fields.slug !== undefined && isSlug(fields.slug)) return fields.slug
  return [fields.name, folderName].map((text) => slugify(text ?? '')).find(isSlug)
}

/**
 * The folder name of a skill, from its path: `a/b/` → `b`, `notes/postgres.md` → `postgres`,
 * `x/SKILL.md` → `x`. Undefined for the root.
 */
export function folderNameOf(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.at(-1)?.toLowerCase() === 'skill.md') parts.pop()
  return parts.at(-1)?.replace(/\.md$/i, '')
}
