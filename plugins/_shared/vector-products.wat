;; Products of vectors with SIMD. All parameters but counts are byte offsets into the memory. `length` is how many
;; numbers a row has, a multiple of 32. Built by `npm run wasm` into vector-products.wasm.ts.
(module
  (import "service" "memory" (memory 1))

  ;; The product of two rows of float32.
  (func (export "exact") (param $one i32) (param $other i32) (param $length i32) (result f32)
    (local $end i32)
    ;; Four sums, so that the additions do not wait for each other.
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $one) (i32.mul (local.get $length) (i32.const 4))))
    (loop $next
      (local.set $sum0 (f32x4.add (local.get $sum0)
        (f32x4.mul (v128.load (local.get $one)) (v128.load (local.get $other)))))
      (local.set $sum1 (f32x4.add (local.get $sum1)
        (f32x4.mul (v128.load offset=16 (local.get $one)) (v128.load offset=16 (local.get $other)))))
      (local.set $sum2 (f32x4.add (local.get $sum2)
        (f32x4.mul (v128.load offset=32 (local.get $one)) (v128.load offset=32 (local.get $other)))))
      (local.set $sum3 (f32x4.add (local.get $sum3)
        (f32x4.mul (v128.load offset=48 (local.get $one)) (v128.load offset=48 (local.get $other)))))
      (local.set $other (i32.add (local.get $other) (i32.const 64)))
      (local.set $one (i32.add (local.get $one) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $one) (local.get $end))))
    (local.set $sum0 (f32x4.add (local.get $sum0) (local.get $sum1)))
    (local.set $sum0 (f32x4.add (local.get $sum0) (local.get $sum2)))
    (local.set $sum0 (f32x4.add (local.get $sum0) (local.get $sum3)))
    (f32.add
      (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $sum0)) (f32x4.extract_lane 1 (local.get $sum0)))
        (f32x4.extract_lane 2 (local.get $sum0)))
      (f32x4.extract_lane 3 (local.get $sum0))))

  ;; The products of one row of int16 with `count` rows of int8, at least one; an int32 each is written from `out` on.
  (func (export "coarse") (param $query i32) (param $row i32) (param $count i32) (param $length i32) (param $out i32)
    (local $at i32) (local $end i32) (local $row1 i32) (local $row2 i32) (local $row3 i32) (local $part v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $query) (i32.mul (local.get $length) (i32.const 2))))
    ;; Four rows share what is loaded of the one, and are read side by side.
    (if (i32.ge_u (local.get $count) (i32.const 4)) (then (loop $next_four
      (local.set $row1 (i32.add (local.get $row) (local.get $length)))
      (local.set $row2 (i32.add (local.get $row1) (local.get $length)))
      (local.set $row3 (i32.add (local.get $row2) (local.get $length)))
      (local.set $sum0 (v128.const i32x4 0 0 0 0))
      (local.set $sum1 (v128.const i32x4 0 0 0 0))
      (local.set $sum2 (v128.const i32x4 0 0 0 0))
      (local.set $sum3 (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $query))
      (loop $next
        (local.set $part (v128.load (local.get $at)))
        (local.set $sum0 (i32x4.add (local.get $sum0)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s (local.get $row)))))
        (local.set $sum1 (i32x4.add (local.get $sum1)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s (local.get $row1)))))
        (local.set $sum2 (i32x4.add (local.get $sum2)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s (local.get $row2)))))
        (local.set $sum3 (i32x4.add (local.get $sum3)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s (local.get $row3)))))
        (local.set $part (v128.load offset=16 (local.get $at)))
        (local.set $sum0 (i32x4.add (local.get $sum0)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s offset=8 (local.get $row)))))
        (local.set $sum1 (i32x4.add (local.get $sum1)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s offset=8 (local.get $row1)))))
        (local.set $sum2 (i32x4.add (local.get $sum2)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s offset=8 (local.get $row2)))))
        (local.set $sum3 (i32x4.add (local.get $sum3)
          (i32x4.dot_i16x8_s (local.get $part) (v128.load8x8_s offset=8 (local.get $row3)))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $row1 (i32.add (local.get $row1) (i32.const 16)))
        (local.set $row2 (i32.add (local.get $row2) (i32.const 16)))
        (local.set $row3 (i32.add (local.get $row3) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
      (i32.store (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum0)) (i32x4.extract_lane 1 (local.get $sum0)))
            (i32x4.extract_lane 2 (local.get $sum0)))
          (i32x4.extract_lane 3 (local.get $sum0))))
      (i32.store offset=4 (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum1)) (i32x4.extract_lane 1 (local.get $sum1)))
            (i32x4.extract_lane 2 (local.get $sum1)))
          (i32x4.extract_lane 3 (local.get $sum1))))
      (i32.store offset=8 (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum2)) (i32x4.extract_lane 1 (local.get $sum2)))
            (i32x4.extract_lane 2 (local.get $sum2)))
          (i32x4.extract_lane 3 (local.get $sum2))))
      (i32.store offset=12 (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum3)) (i32x4.extract_lane 1 (local.get $sum3)))
            (i32x4.extract_lane 2 (local.get $sum3)))
          (i32x4.extract_lane 3 (local.get $sum3))))
      (local.set $row (local.get $row3))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $count (i32.sub (local.get $count) (i32.const 4)))
      (br_if $next_four (i32.ge_u (local.get $count) (i32.const 4))))))
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $next_row
      (local.set $sum0 (v128.const i32x4 0 0 0 0))
      (local.set $sum1 (v128.const i32x4 0 0 0 0))
      (local.set $sum2 (v128.const i32x4 0 0 0 0))
      (local.set $sum3 (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $query))
      (loop $next
        ;; Eight int8 are loaded as eight int16; neighbouring products are added into one int32.
        (local.set $sum0 (i32x4.add (local.get $sum0)
          (i32x4.dot_i16x8_s (v128.load (local.get $at)) (v128.load8x8_s (local.get $row)))))
        (local.set $sum1 (i32x4.add (local.get $sum1)
          (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $at)) (v128.load8x8_s offset=8 (local.get $row)))))
        (local.set $sum2 (i32x4.add (local.get $sum2)
          (i32x4.dot_i16x8_s (v128.load offset=32 (local.get $at)) (v128.load8x8_s offset=16 (local.get $row)))))
        (local.set $sum3 (i32x4.add (local.get $sum3)
          (i32x4.dot_i16x8_s (v128.load offset=48 (local.get $at)) (v128.load8x8_s offset=24 (local.get $row)))))
        (local.set $row (i32.add (local.get $row) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $sum0 (i32x4.add (local.get $sum0) (local.get $sum1)))
      (local.set $sum0 (i32x4.add (local.get $sum0) (local.get $sum2)))
      (local.set $sum0 (i32x4.add (local.get $sum0) (local.get $sum3)))
      (i32.store (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum0)) (i32x4.extract_lane 1 (local.get $sum0)))
            (i32x4.extract_lane 2 (local.get $sum0)))
          (i32x4.extract_lane 3 (local.get $sum0))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $next_row (local.get $count))))

  ;; Spreads packed numbers of four bits, `count` bytes of them, a multiple of 16 and at least one, as int8: of every 16
  ;; bytes the lower halves, then the upper ones.
  (func (export "spread") (param $packed i32) (param $count i32) (param $out i32)
    (local $end i32) (local $value v128)
    (local.set $end (i32.add (local.get $packed) (local.get $count)))
    (loop $next
      (local.set $value (v128.load (local.get $packed)))
      (v128.store (local.get $out) (i8x16.shr_s (i8x16.shl (local.get $value) (i32.const 4)) (i32.const 4)))
      (v128.store offset=16 (local.get $out) (i8x16.shr_s (local.get $value) (i32.const 4)))
      (local.set $packed (i32.add (local.get $packed) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $packed) (local.get $end)))))

  ;; Scales a row of float32, not all zero, to length 1 and copies it in int8; at `out` two float32 are written: what 1 of
  ;; the copy stands for, and how far the copy is from the row.
  (func (export "prepare") (param $whole i32) (param $copy i32) (param $length i32) (param $out i32)
    (local $at i32) (local $end i32) (local $value v128) (local $one v128) (local $other v128) (local $factor v128)
    (local $largest v128) (local $sum v128) (local $scale f32)
    (local.set $end (i32.add (local.get $whole) (i32.mul (local.get $length) (i32.const 4))))
    (local.set $at (local.get $whole))
    (loop $next
      (local.set $largest (f32x4.max (local.get $largest) (f32x4.abs (v128.load (local.get $at)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (local.set $largest (f32x4.max (local.get $largest)
      (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $largest) (local.get $largest))))
    (local.set $largest (f32x4.max (local.get $largest)
      (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $largest) (local.get $largest))))
    ;; By the largest first, so that no square is too large or too small to be summed.
    (local.set $at (local.get $whole))
    (loop $next
      (local.set $value (f32x4.div (v128.load (local.get $at)) (local.get $largest)))
      (v128.store (local.get $at) (local.get $value))
      (local.set $one (f64x2.promote_low_f32x4 (local.get $value)))
      (local.set $other (f64x2.promote_low_f32x4
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $value) (local.get $value))))
      (local.set $sum (f64x2.add (local.get $sum) (f64x2.add
        (f64x2.mul (local.get $one) (local.get $one)) (f64x2.mul (local.get $other) (local.get $other)))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    ;; The largest is 1 now, and what it is in a row of length 1 is 127 of the copy.
    (local.set $factor (f32x4.splat (f32.demote_f64 (f64.div (f64.const 1)
      (f64.sqrt (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum))))))))
    (local.set $scale (f32.div (f32x4.extract_lane 0 (local.get $factor)) (f32.const 127)))
    (local.set $sum (v128.const i32x4 0 0 0 0))
    (local.set $at (local.get $whole))
    (loop $next
      (local.set $one (f32x4.nearest (f32x4.mul (v128.load (local.get $at)) (f32x4.splat (f32.const 127)))))
      (local.set $value (f32x4.mul (v128.load (local.get $at)) (local.get $factor)))
      (v128.store (local.get $at) (local.get $value))
      (local.set $other
        (f32x4.sub (local.get $value) (f32x4.mul (local.get $one) (f32x4.splat (local.get $scale)))))
      (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (local.get $other) (local.get $other))))
      (local.set $one (i32x4.trunc_sat_f32x4_s (local.get $one)))
      (local.set $one (i16x8.narrow_i32x4_s (local.get $one) (local.get $one)))
      (v128.store32_lane 0 (local.get $copy) (i8x16.narrow_i16x8_s (local.get $one) (local.get $one)))
      (local.set $copy (i32.add (local.get $copy) (i32.const 4)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (f32.store (local.get $out) (local.get $scale))
    (f32.store offset=4 (local.get $out) (f32.sqrt (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
      (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))))

  ;; Of `count` products of copies, at least one, what the cosines are at most: a float32 each is written from `most`
  ;; on.
  ;; By what they are at least they are counted, an int32 for each of 1,024 steps from -1 to 1 behind the first, which
  ;; counts those below. `notes` are what `prepare` wrote of each; a copy is off by its error times `per_error` and
  ;; `always`.
  (func (export "bounds") (param $products i32) (param $notes i32) (param $count i32)
    (param $scale f32) (param $per_error f32) (param $always f32) (param $most i32) (param $counts i32)
    (local $about f32) (local $off f32) (local $step i32)
    (local $one v128) (local $other v128) (local $abouts v128) (local $offs v128) (local $at_steps v128)
    (if (i32.ge_u (local.get $count) (i32.const 4)) (then (loop $next_four
      (local.set $one (v128.load (local.get $notes)))
      (local.set $other (v128.load offset=16 (local.get $notes)))
      (local.set $abouts (f32x4.mul
        (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $products)))
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $one) (local.get $other)))
        (f32x4.splat (local.get $scale))))
      (local.set $offs (f32x4.add
        (f32x4.mul
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $one) (local.get $other))
          (f32x4.splat (local.get $per_error)))
        (f32x4.splat (local.get $always))))
      (v128.store (local.get $most) (f32x4.add (local.get $abouts) (local.get $offs)))
      (local.set $at_steps (i32x4.trunc_sat_f32x4_s (f32x4.floor (f32x4.mul
        (f32x4.add (f32x4.sub (local.get $abouts) (local.get $offs)) (f32x4.splat (f32.const 1)))
        (f32x4.splat (f32.const 512))))))
      (local.set $at_steps (i32x4.min_s (i32x4.splat (i32.const 1024))
        (i32x4.max_s (i32x4.splat (i32.const -1)) (local.get $at_steps))))
      (local.set $at_steps (i32x4.add (i32x4.splat (local.get $counts))
        (i32x4.shl (i32x4.add (local.get $at_steps) (i32x4.splat (i32.const 1))) (i32.const 2))))
      (local.set $step (i32x4.extract_lane 0 (local.get $at_steps)))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (local.set $step (i32x4.extract_lane 1 (local.get $at_steps)))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (local.set $step (i32x4.extract_lane 2 (local.get $at_steps)))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (local.set $step (i32x4.extract_lane 3 (local.get $at_steps)))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (local.set $products (i32.add (local.get $products) (i32.const 16)))
      (local.set $notes (i32.add (local.get $notes) (i32.const 32)))
      (local.set $most (i32.add (local.get $most) (i32.const 16)))
      (local.set $count (i32.sub (local.get $count) (i32.const 4)))
      (br_if $next_four (i32.ge_u (local.get $count) (i32.const 4))))))
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $next
      (local.set $about (f32.mul
        (f32.mul (f32.convert_i32_s (i32.load (local.get $products))) (f32.load (local.get $notes)))
        (local.get $scale)))
      (local.set $off (f32.add
        (f32.mul (f32.load offset=4 (local.get $notes)) (local.get $per_error))
        (local.get $always)))
      (f32.store (local.get $most) (f32.add (local.get $about) (local.get $off)))
      (local.set $step (i32.trunc_sat_f32_s (f32.floor (f32.mul
        (f32.add (f32.sub (local.get $about) (local.get $off)) (f32.const 1))
        (f32.const 512)))))
      (if (i32.lt_s (local.get $step) (i32.const 0)) (then (local.set $step (i32.const -1))))
      (if (i32.gt_s (local.get $step) (i32.const 1024)) (then (local.set $step (i32.const 1024))))
      (local.set $step (i32.add (local.get $counts) (i32.shl (i32.add (local.get $step) (i32.const 1)) (i32.const 2))))
      (i32.store (local.get $step) (i32.add (i32.load (local.get $step)) (i32.const 1)))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (local.set $notes (i32.add (local.get $notes) (i32.const 8)))
      (local.set $most (i32.add (local.get $most) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $next (local.get $count))))

  ;; The places of those of `count` float32, at least one, that are `from` or more and less than `below`: an int32 each
  ;; is written from `out` on. Answers how many they are.
  (func (export "between") (param $values i32) (param $count i32) (param $from f32) (param $below f32) (param $out i32)
    (result i32) (local $place i32) (local $value f32) (local $found i32)
    (loop $next
      (local.set $value (f32.load (i32.add (local.get $values) (i32.shl (local.get $place) (i32.const 2)))))
      (if (i32.and (f32.ge (local.get $value) (local.get $from)) (f32.lt (local.get $value) (local.get $below)))
        (then
          (i32.store (i32.add (local.get $out) (i32.shl (local.get $found) (i32.const 2))) (local.get $place))
          (local.set $found (i32.add (local.get $found) (i32.const 1)))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $place) (local.get $count))))
    (local.get $found)))
