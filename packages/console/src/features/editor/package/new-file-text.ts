/** What a new file begins with: nothing, or an example where its format is ours. */
export function newFileText(path: string): string {
  return /^evals\/triggers\.ya?ml$/.test(path) ? triggerTests : ''
}

// The examples are comments: as messages they would be tested, and fail.
const triggerTests = `# Messages as people write them. For those of must_surface this skill has to be found; those of
# must_not_surface sound alike, and mean something else. Write yours in place of [], as here:
#
# must_surface:
#   - Why does our database answer so slowly today?
# must_not_surface:
#   - Write a blog post about databases
must_surface: []
must_not_surface: []
`
