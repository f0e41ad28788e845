import { truncate } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { Skill } from '../../domain/skill.ts'

/** Maximum characters of a name in a message. */
const maxNameLength = 120

export function integrationNotFound(domain: string): Problem {
  return {
    code: 'integration.not-found',
    kind: 'not-found',
    message: `There is no integration ${quote(domain)} in the folder of integrations.`,
    hint: 'Add its folder with a manifest.yaml, then try again.',
    details: { domain: truncate(domain, maxNameLength) },
  }
}

export function integrationNotSetUp(domain: string): Problem {
  return {
    code: 'integration.not-set-up',
    kind: 'not-found',
    message: `The integration ${quote(domain)} is not set up in this scope.`,
    details: { domain: truncate(domain, maxNameLength) },
  }
}

/** Two folders of one integration have the same slug. */
export function slugRepeated(slug: string, first: string): Problem {
  return {
    code: 'integration.slug-repeated',
    kind: 'conflict',
    message: `"${slug}" is also the slug of ${quote(first)} in the same integration; only that one was set up.`,
    hint: 'Give one of them another name in its frontmatter.',
    details: { slug, first },
  }
}

/** User content wins a name collision. */
export function slugNotFree({ slug, scope, id }: Skill): Problem {
  const where = scope.kind === 'org' ? 'in the organisation' : 'among your own skills'
  return {
    code: 'integration.slug-held',
    kind: 'conflict',
    message: `There is another skill with the slug "${slug}" ${where}; it stays unchanged.`,
    hint: 'Give that skill another slug, then set up the integration again.',
    details: { slug, existing_id: id },
  }
}

/** Edits by a person win over the integration. */
export function skillEdited({ slug, id }: Skill): Problem {
  return {
    code: 'integration.skill-edited',
    kind: 'conflict',
    message: `"${slug}" was edited after its set-up; it stays unchanged.`,
    hint: 'Delete it and set up the integration again to get its original text.',
    details: { slug, existing_id: id },
  }
}

export function skillRemovedByUser(name: string): Problem {
  return {
    code: 'integration.skill-removed',
    kind: 'conflict',
    message: `${quote(name)} was deleted after its set-up; it stays deleted.`,
    hint: 'Set up the integration again to restore it.',
    details: { name },
  }
}

function quote(text: string): string {
  return JSON.stringify(truncate(text, maxNameLength))
}
