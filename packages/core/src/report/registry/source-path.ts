/** Characters that some file systems leave out of a name. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Names by which git is steered, on any file system: also the short forms that Windows gives them. */
const steering = /^(?:\.git(?:modules|attributes)?|gi[a-z0-9]{0,4}~\d+)$/i

/**
 * Whether a file can be part of a Git tree: clients refuse a whole repository for a folder `.git`, and a `.gitattributes` of
 * a skill would change the bytes of its files at checkout. Pure.
 */
export function canBeCheckedOut(path: string): boolean {
  return path.split('/').every((segment) => !steering.test(segment.replaceAll(unseen, '')))
}
