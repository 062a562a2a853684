export function PlateView () {
  return <h1>The plate</h1>
}
