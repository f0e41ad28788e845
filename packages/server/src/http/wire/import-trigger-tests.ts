import type { PendingRevisionTests } from '@repertoire/core/report'
import type { ImportTriggerTests } from '@repertoire/protocol'

export function toImportTriggerTests(tests: PendingRevisionTests): ImportTriggerTests {
  const { slug, isNew, enabled, own, changed, othersRun, cut } = tests
  return {
    ...{ slug, enabled, cut },
    is_new: isNew,
    own: own.map(({ message, from, passedBefore, passes, place, first }) => ({
      message: message.text,
      must_surface: message.mustSurface,
      passed_before: passedBefore,
      ...{ from, passes, place, first },
    })),
    others_run: othersRun,
    others: changed.map(({ skill, message, change, placeBefore, place }) => ({
      skill_id: skill.id,
      slug: skill.slug,
      message: message.text,
      must_surface: message.mustSurface,
      place_before: placeBefore,
      ...{ change, place },
    })),
  }
}
