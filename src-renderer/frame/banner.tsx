export const Banner = () => null
