import { truncate } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { Skill } from '../../domain/skill.ts'

/** Characters of a name in a message. */
const maxNameLength = 120

export function integrationNotFound(domain: string): Problem {
  return {
    code: 'integration.not-found',
    kind: 'not-found',
    message: `There is no integration ${quote(domain)} in the folder of integrations.`,
    hint: 'Put its folder there, with a manifest.yaml in it, then try again.',
    details: { domain: truncate(domain, maxNameLength) },
  }
}

export function integrationNotSetUp(domain: string): Problem {
  return {
    code: 'integration.not-set-up',
    kind: 'not-found',
    message: `The integration ${quote(domain)} is not set up there.`,
    details: { domain: truncate(domain, maxNameLength) },
  }
}

/** Two folders of one integration that come to the same slug. */
export function slugRepeated(slug: string, first: string): Problem {
  return {
    code: 'integration.slug-repeated',
    kind: 'conflict',
    message: `"${slug}" is also the slug of ${quote(first)} in the same integration; only that one was taken.`,
    hint: 'Give one of the two another name in its frontmatter.',
    details: { slug, first },
  }
}

/** D8: user content wins a name collision. */
export function slugOccupied({ slug, scope, id }: Skill): Problem {
  const where = scope.kind === 'org' ? 'in the organisation' : 'among your own skills'
  return {
    code: 'integration.slug-held',
    kind: 'conflict',
    message: `There is another skill with the slug "${slug}" ${where}; it stays as it is.`,
    hint: 'Give that skill another slug, then set the integration up again.',
    details: { slug, existing_id: id },
  }
}

/** D8: so does what a person made of a skill that the integration brought. */
export function skillEdited({ slug, id }: Skill): Problem {
  return {
    code: 'integration.skill-edited',
    kind: 'conflict',
    message: `"${slug}" was edited here since the integration brought it; it stays as it is.`,
    hint: 'Delete it and set the integration up again to take the integration’s text.',
    details: { slug, existing_id: id },
  }
}

export function skillRemovedByUser(name: string): Problem {
  return {
    code: 'integration.skill-removed',
    kind: 'conflict',
    message: `${quote(name)} was deleted here since the integration brought it; it stays away.`,
    hint: 'Set the integration up again to get it back.',
    details: { name },
  }
}

function quote(text: string): string {
  return JSON.stringify(truncate(text, maxNameLength))
}
