import { textsIn } from '../../shared/reading/count-marks.ts'
import type { ApprovalQuestion } from './approval-question.ts'

/** Every text of others that a card shows and a yes is for. */
export function approvedTexts(question: ApprovalQuestion): readonly string[] {
  return [question.reason, ...subjectTexts(question)]
}

function subjectTexts(question: ApprovalQuestion): readonly string[] {
  switch (question.type) {
    case 'skill_enablement':
      return [
        ...[question.name, question.slug, question.description],
        ...textsIn([question.origin, question.fetched]),
      ]
    case 'clarification':
      return [question.text, ...question.options]
    case 'connector_access':
      return textsIn(question.connector)
    case 'skill_change': {
      const { name, slug, source, before, origin } = question.change
      return [name, slug, source ?? before ?? '', ...textsIn(origin)]
    }
    case 'observation_change':
      return [question.observation.after]
    case 'authored_tool': {
      const { name, description, parameters, code, libraries } = question.tool
      const libraryTexts = libraries.flatMap((library) => [library.name, library.code])
      return [name, description, code, ...textsIn(parameters), ...libraryTexts]
    }
    case 'tool_call': {
      const { tool, skill, sends_to = '', arguments: given } = question.call
      return [tool, skill ?? '', sends_to, ...textsIn(given)]
    }
    case 'package_installation': {
      const { skill, lists } = question.installation
      return [skill, ...lists.flatMap(({ packages }) => packages)]
    }
  }
}
