/** The look of the field for a skill, before and after its list has loaded. */
export const pickerStyles =
  'h-10 w-full border-b border-line bg-transparent px-3 text-base outline-none'
export const pickerHint = 'Search skills to activate…'
