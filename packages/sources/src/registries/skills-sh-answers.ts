import type { RegistrySkill } from '@repertoire/core/ports'
import { z } from 'zod'
import { parseRegistryId } from './registry-id.ts'
import { count, licenceText, shownText, slugText, sourceText, webAddress } from './registry-text.ts'

/** A skill in lists and searches of `/api/v1/skills`. */
export const listedSkill = z
  .looseObject({
    slug: slugText,
    source: sourceText,
    name: shownText(200),
    description: shownText(1024),
    installs: count,
    url: webAddress,
  })
  .transform(({ slug, source, name, description, installs, url }): RegistrySkill => {
    return { id: `${source}/${slug}`, slug, source, name: name || slug, description, installs, url }
  })

/** A skill in answers of `/api/search`, whose source may be the address of an index. */
export const foundSkill = z
  .looseObject({
    id: z.string().max(400),
    source: z.string().max(2000),
    name: shownText(200),
    installs: count,
  })
  .transform(({ id, source, name, installs }, context): RegistrySkill => {
    const isAddress = /^https?:\/\//i.test(source)
    const whole = id.includes('/') ? id : `${source}/${id}`
    const parts = parseRegistryId(whole)
    if (!parts || parts.source === null) {
      context.addIssue({ code: 'custom', message: 'no source and slug' })
      return z.NEVER
    }
    const { slug } = parts
    return {
      ...{ id: whole, slug, source: parts.source, name: name || slug, description: '', installs },
      url: isAddress ? (URL.parse(source)?.href ?? null) : null,
    }
  })

export const skillList = z.looseObject({ data: z.array(z.unknown()).max(1000) })
export const foundList = z.looseObject({ skills: z.array(z.unknown()).max(1000) })

/** The files of a skill, in `/api/v1/skills/SOURCE/SKILL` and in `/api/download/SOURCE/SKILL`. */
export const skillFiles = z.looseObject({
  hash: z.string().max(200).nullable().catch(null),
  files: z
    .array(
      z.looseObject({
        path: z.string(),
        contents: z.string(),
        /** Of a file that is not UTF-8, between servers of Repertoire. */
        encoding: z.literal('base64').optional().catch(undefined),
        executable: z.boolean().catch(false),
      }),
    )
    .nullable(),
  name: shownText(200),
  description: shownText(1024),
  license: licenceText,
  installs: count,
  url: webAddress,
})

export type SkillFilesAnswer = z.output<typeof skillFiles>
