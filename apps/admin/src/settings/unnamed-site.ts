/** The default site title. */
export const unnamedSite = 'My Site'
