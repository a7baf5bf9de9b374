/** Steps of the setup: each saves what it asks by itself, so that leaving in between loses nothing. */
export const steps = ['site', 'theme', 'post'] as const
export type Step = (typeof steps)[number] | 'done'
export const isStep = (value: unknown): value is Step =>
  value === 'done' || steps.some((step) => step === value)

export interface StepProps {
  readonly onDone: () => void
}
