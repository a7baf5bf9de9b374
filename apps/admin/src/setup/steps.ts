/** Steps of the setup. Each step saves its values, so that they are not lost if the user leaves early. */
export const steps = ['site', 'theme', 'post'] as const
export type Step = (typeof steps)[number] | 'done'
export const isStep = (value: unknown): value is Step =>
  value === 'done' || steps.some((step) => step === value)

export interface StepProps {
  readonly onDone: () => void
}
