/**
 * Content that no person of the organisation wrote (decision 0042), by where it came from. `skill-text`: the body
 * or a file of a skill from elsewhere. `file`: a file of the conversation's folder, or the name that an upload or a
 * program gave it. `supplied-context`: memory and graph context of other systems. `program-message`: the words of
 * a service account. `undeclared`: the result of a tool that reads outside of its services.
 */
export const untrustedContents = [
  ...(['web-page', 'connector', 'registry', 'skill-text', 'file', 'program-output'] as const),
  ...(['supplied-context', 'program-message', 'undeclared'] as const),
] as const

export type UntrustedContent = (typeof untrustedContents)[number]
