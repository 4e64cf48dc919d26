package javax.annotation;

/** The generated stubs are marked with it; it went out of Java's own library with Java 11. */
public @interface Generated {
    String[] value();

    String comments() default "";
}
